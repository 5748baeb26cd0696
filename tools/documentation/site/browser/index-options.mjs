/** Of the search index, for the build and for the browser. @type {import('minisearch').Options} */
export const INDEX_OPTIONS = {
  fields: ['title', 'place', 'text'],
  storeFields: ['title', 'place', 'sandbox'],
  searchOptions: { boost: { title: 4, place: 2 }, prefix: true, fuzzy: 0.2, combineWith: 'AND' },
};
