import { type CompletionContext, autocompletion, startCompletion } from '@codemirror/autocomplete';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { type SearchField, completionsAt } from './completions.js';

interface Props {
  readonly label: string;
  readonly example: string;
  readonly query: string;
  readonly fields: readonly SearchField[];
  /** Where the API says that the query is wrong: the caret is put there. */
  readonly position: number | null;
  readonly onSearch: (query: string) => void;
}

/** A query with completion. Enter searches. */
export function QueryEditor({ label, example, query, fields, position, onSearch }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const search = useRef(onSearch);
  search.current = onSearch;
  // What somebody types is the editor's own: it begins again for another list alone.
  useEffect(() => {
    if (!host.current) return undefined;
    // Within a shadow tree CodeMirror adopts a style sheet instead of adding a style element, which the policy forbids (ADR 75).
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({ doc: query, extensions: extensionsOf({ label, example, fields }) }),
    });
    view.current = editor;
    editor.dispatch({ selection: { anchor: query.length } });
    editor.focus();
    return () => editor.destroy();
  }, [label, example, fields]);
  useEffect(() => {
    if (view.current && view.current.state.doc.toString() !== query)
      view.current.dispatch({ changes: { from: 0, to: view.current.state.doc.length, insert: query } });
  }, [query]);
  useEffect(() => {
    if (position === null || !view.current) return;
    const anchor = Math.min(position, view.current.state.doc.length);
    view.current.dispatch({ selection: { anchor }, scrollIntoView: true });
    view.current.focus();
  }, [position]);

  function extensionsOf(of: Pick<Props, 'label' | 'example' | 'fields'>) {
    const onEnter = (editor: EditorView) => {
      search.current(editor.state.doc.toString());
      return true;
    };
    return [
      autocompletion({ override: [(context) => completionsIn(context, of.fields)], icons: false }),
      Prec.low(keymap.of([{ key: 'Enter', run: onEnter }])),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': of.label, spellcheck: 'false' }),
      placeholder(of.example),
      theme,
    ];
  }
  return <div ref={host} className="query-editor" />;
}

function completionsIn({ state, pos }: CompletionContext, fields: readonly SearchField[]) {
  const found = completionsAt(state.sliceDoc(0, pos), fields);
  if (!found) return null;
  const options = found.options.map(({ label, detail, apply = label }) => ({
    label,
    ...(detail !== undefined && { detail }),
    apply: (view: EditorView, _: object, from: number, to: number) => {
      view.dispatch({ changes: { from, to, insert: apply }, selection: { anchor: from + apply.length } });
      startCompletion(view);
    },
  }));
  return { from: found.from, options };
}

const theme = EditorView.theme({
  '&': {
    border: '1px solid var(--edge)',
    borderRadius: '6px',
    background: 'var(--paper)',
    color: 'var(--ink)',
    font: '13px/1.5 var(--mono)',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-1px', borderColor: 'transparent' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: 'inherit' },
  '.cm-content': { padding: '7px 8px', caretColor: 'var(--ink)' },
  '.cm-placeholder': { color: 'var(--soft)' },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: '8px',
    background: 'var(--paper)',
    color: 'var(--ink)',
    boxShadow: '0 8px 24px rgb(0 0 0 / 18%)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '240px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--hover)', color: 'var(--ink)' },
  '.cm-completionDetail': { color: 'var(--soft)', fontStyle: 'normal', marginLeft: '16px' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
});
