// Which game the page shows, and the seats it was opened for.

const { dataset } = document.body;
export const { game } = dataset;
export const seats = (dataset.seats || dataset.you || '').split(/\s+/).filter(Boolean);
