// What scripts of a page rely on beside the standard: only for those who check types.

interface Window {
  htmx?: any;
  /** Tells those who look at the same replay where one is. */
  lineSend?: (message: object) => void;
  follow?: (message: any) => void;
}

// Handlers hang on elements, and what they are told of is one.
interface EventTarget {
  closest?(selectors: string): any;
  matches?: any;
  id?: any;
  name?: any;
}

// Every element of a page is one of HTML or of SVG: both have these.
interface Element extends HTMLOrSVGElement {
  hidden?: any;
}
