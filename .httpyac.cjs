/** httpYac reads docs/tour.http with this: it names a field of an earlier response otherwise than REST Client does. */
module.exports = {
  configureHooks({ hooks }) {
    const [first] = hooks.replaceVariable.items;
    const inItsWords = (text) =>
      typeof text === 'string' ? text.replaceAll('.response.body.$.', '.') : text;
    hooks.replaceVariable.addHook('restClient', inItsWords, { before: [first.id] });
  },
};
