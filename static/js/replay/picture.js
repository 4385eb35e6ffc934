// A moment as a picture: the server's drawing, painted into pixels here.

const WIDE = 1600;

/** The drawing at this address is given to the reader as a PNG of this name. */
export async function paint(address, name) {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(String(reply.status));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await reply.text())}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = WIDE;
  canvas.height = Math.round((WIDE * image.naturalHeight) / image.naturalWidth);
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, 'image/png'));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
