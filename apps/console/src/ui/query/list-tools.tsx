import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button, Input, TextField } from 'react-aria-components';
import { useTexts } from '../../texts/texts.js';
import { download } from '../download.js';
import { Failure } from '../notice.js';
import { csvOf, recordsOf } from './exported.js';
import { useSearchFields } from './query-builder.js';
import { removeView, saveView, useViews } from './saved-views.js';

interface Props {
  readonly path: string;
  readonly collection: string;
  /** As it is shown in the address. */
  readonly typed: string;
  /** As the API gets it. */
  readonly query: string;
  readonly isBuilding: boolean;
  readonly onBuild: (isBuilding: boolean) => void;
  readonly onShow: (typed: string) => void;
}

/** What can be done with a search: build it, keep it, share it, and take what it finds. */
export function ListTools({ path, collection, typed, query, isBuilding, onBuild, onShow }: Props) {
  const { query: texts } = useTexts();
  return (
    <div className="list-tools">
      <Views collection={collection} typed={typed} onShow={onShow} />
      <Button className="quiet" aria-pressed={isBuilding} onPress={() => onBuild(!isBuilding)}>
        {isBuilding ? texts.close : texts.build}
      </Button>
      {typed && <Saving collection={collection} typed={typed} />}
      <Exports path={path} collection={collection} query={query} />
    </div>
  );
}

type ViewsProps = Pick<Props, 'collection' | 'typed' | 'onShow'>;

function Views({ collection, typed, onShow }: ViewsProps) {
  const { query: texts } = useTexts();
  const views = useViews(collection);
  return views.map(({ name, q }) => (
    <span key={name} className="view">
      <Button aria-pressed={q === typed} onPress={() => onShow(q)}>
        {name}
      </Button>
      <Button aria-label={texts.removeView(name)} onPress={() => removeView(collection, name)}>
        ×
      </Button>
    </span>
  ));
}

function Saving({ collection, typed }: { readonly collection: string; readonly typed: string }) {
  const { query: texts, copied } = useTexts();
  const [isNaming, setNaming] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { name } = Object.fromEntries(new FormData(event.currentTarget)) as { name: string };
    saveView(collection, { name: name.trim(), q: typed });
    setNaming(false);
  };
  const share = () => void navigator.clipboard.writeText(window.location.href).then(() => setCopied(true));
  return isNaming ? (
    <form className="naming" onSubmit={onSubmit}>
      <TextField name="name" aria-label={texts.viewName} isRequired autoFocus maxLength={40}>
        <Input placeholder={texts.viewName} />
      </TextField>
      <Button type="submit" className="button">
        {texts.save}
      </Button>
    </form>
  ) : (
    <>
      <Button className="quiet" onPress={() => setNaming(true)}>
        {texts.saveView}
      </Button>
      <Button className="quiet" onPress={share}>
        {isCopied ? copied : texts.share}
      </Button>
    </>
  );
}

type Format = 'csv' | 'json';

function Exports({ path, collection, query }: Pick<Props, 'path' | 'collection' | 'query'>) {
  const { query: texts } = useTexts();
  const [read, setRead] = useState(0);
  const fields = useSearchFields(collection, false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (format: Format) => {
      setRead(0);
      const rows = await recordsOf(path, query, setRead);
      if (format === 'json')
        return download(
          `${collection}.json`,
          new Blob([JSON.stringify(rows, null, 2)], { type: 'application/json' }),
        );
      const known = fields.data ?? (await fields.refetch()).data ?? [];
      const columns = known.filter(({ isSortable }) => isSortable).map(({ name }) => name);
      return download(`${collection}.csv`, new Blob([csvOf(rows, columns)], { type: 'text/csv' }));
    },
  });
  return (
    <>
      {(['csv', 'json'] as const).map((format) => (
        <Button
          key={format}
          className="quiet"
          isDisabled={isPending}
          aria-label={texts.export(format.toUpperCase())}
          onPress={() => mutate(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
      <span role="status" className="minor">
        {isPending && texts.exporting(read)}
      </span>
      {error && <Failure error={error} />}
    </>
  );
}
