// A page that holds nothing: what scripts ask of it before they reckon.

globalThis.document = { getElementById: () => null, documentElement: { lang: 'en' } };
