import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { Button, Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useTexts } from '../texts/texts.js';
import { Account } from './account.js';
import { Palette } from './palette.js';
import { groupsFor } from './places.js';
import { useIdentity } from './signed-in.js';

/** A column on wide screens; on narrow ones a bar with a menu. */
export function Navigation() {
  const { nav, palette, list } = useTexts();
  const [isMenu, setMenu] = useState(false);
  const [isPalette, setPalette] = useState(false);
  const { href } = useLocation();
  useEffect(() => setMenu(false), [href]);
  useShortcut(() => setPalette(true));
  const search = (
    <Button className="to-palette" onPress={() => setPalette(true)}>
      <span>{palette.open}</span>
      <kbd>{isApple ? '⌘' : 'Ctrl'} K</kbd>
    </Button>
  );
  return (
    <>
      <header className="bar">
        <Link to="/" className="brand">
          Corridor
        </Link>
        <Button className="button" onPress={() => setPalette(true)}>
          {list.search}
        </Button>
        <Button className="button" onPress={() => setMenu(true)}>
          {nav.menu}
        </Button>
      </header>
      <aside className="side">
        <Brand />
        {search}
        <Places />
        <Account />
      </aside>
      <ModalOverlay className="overlay" isOpen={isMenu} onOpenChange={setMenu} isDismissable>
        <Modal className="drawer">
          <Dialog aria-label={nav.menu}>
            <div className="drawer-head">
              <Brand />
              <Button slot="close" className="button">
                {nav.close}
              </Button>
            </div>
            <Places />
            <Account />
          </Dialog>
        </Modal>
      </ModalOverlay>
      <Palette isOpen={isPalette} onOpenChange={setPalette} />
    </>
  );
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Ctrl-K, on a Mac Cmd-K. */
function useShortcut(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}

function Brand() {
  const { client, environment } = useIdentity();
  const { sandbox } = useTexts();
  return (
    <div className="brand-block">
      <span className="brand">{client.name}</span>
      {environment.name === 'SANDBOX' && <span className="environment">{sandbox}</span>}
    </div>
  );
}

function Places() {
  const { nav, group } = useTexts();
  const id = useId();
  const { permissions } = useIdentity();
  return (
    <nav aria-label={nav.label}>
      {groupsFor(permissions).map(({ name, places }) => (
        <div key={name} role="group" {...(name && { 'aria-labelledby': `${id}-${name}` })}>
          {name && <p id={`${id}-${name}`}>{group[name]}</p>}
          {places.map((place) => (
            <Link key={place.to} to={place.to} activeOptions={{ exact: place.to === '/' }}>
              {nav[place.name]}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}
