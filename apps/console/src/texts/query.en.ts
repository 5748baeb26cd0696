/** Texts of the query builder. */
export const query = {
  label: 'Query',
  build: 'Query builder',
  close: 'Close the query builder',
  hint: 'Proposals come as you type; Enter searches.',
  syntax: 'Query language',
  saveView: 'Save this view',
  viewName: 'Name of the view',
  save: 'Save',
  removeView: (name: string) => `Remove the view ${name}`,
  share: 'Copy the link',
  export: (format: string) => `Export as ${format}`,
  exporting: (count: number) => `${count} …`,
};
