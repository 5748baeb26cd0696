import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from 'react-aria-components';
import { choose, useLanguage, useTexts } from '../texts/texts.js';
import { useSignOut } from './account.js';
import { pastedId } from './pasted-id.js';
import { groupsFor, pathOfRecord } from './places.js';
import { useIdentity } from './signed-in.js';
import { chooseTheme, themes } from './theme.js';

interface Props {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Every page and action by its name, and what happened to anything by its id. */
export function Palette({ isOpen, onOpenChange }: Props) {
  const { palette } = useTexts();
  return (
    <ModalOverlay className="overlay" isOpen={isOpen} onOpenChange={onOpenChange} isDismissable>
      <Modal className="palette">
        <Dialog aria-label={palette.open}>
          <Commands onDone={() => onOpenChange(false)} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface Command {
  readonly name: string;
  /** What was typed is an id, and this is about it. */
  readonly isFound?: boolean;
  readonly run: () => void;
}

function Commands({ onDone }: { readonly onDone: () => void }) {
  const { palette } = useTexts();
  const { contains } = useFilter({ sensitivity: 'base' });
  const [text, setText] = useState('');
  const found = useCommands(text).filter(({ name, isFound }) => isFound || contains(name, text));
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label={palette.label} autoFocus>
        <Input placeholder={palette.label} />
      </SearchField>
      <Menu
        aria-label={palette.results}
        items={found.map((one) => ({ ...one, id: one.name }))}
        renderEmptyState={() => <p className="minor none">{palette.none}</p>}
      >
        {({ name, run }) => (
          <MenuItem
            onAction={() => {
              run();
              onDone();
            }}
          >
            {name}
          </MenuItem>
        )}
      </Menu>
    </Autocomplete>
  );
}

/** With the id of a record, a request or a trace: what it opens, and nothing else. */
function useCommands(typed: string): Command[] {
  const texts = useTexts();
  const language = useLanguage();
  const navigate = useNavigate();
  const onSignOut = useSignOut();
  const { permissions } = useIdentity();
  const id = pastedId(typed);
  const record = id && pathOfRecord(id);
  if (id !== null)
    return [
      ...(record
        ? [{ name: texts.palette.record(id), isFound: true, run: () => void navigate({ to: record }) }]
        : []),
      {
        name: texts.palette.story(id),
        isFound: true,
        run: () => void navigate({ to: '/story', search: { id } }),
      },
    ];
  return [
    ...groupsFor(permissions)
      .flatMap(({ places }) => [...places])
      .map(({ to, name }) => ({ name: texts.nav[name], run: () => void navigate({ to }) })),
    ...themes.map((theme) => ({
      name: `${texts.theme.label}: ${texts.theme[theme]}`,
      run: () => chooseTheme(theme),
    })),
    { name: texts.switchLanguage, run: () => choose(language === 'en' ? 'de' : 'en') },
    { name: texts.nav.documentation, run: () => window.location.assign('/docs') },
    { name: texts.signOut, run: onSignOut },
  ];
}
