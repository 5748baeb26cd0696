import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'react-aria-components';
import { signOut } from '../api/session.js';
import { choose, useLanguage, useTexts } from '../texts/texts.js';
import { useIdentity } from './signed-in.js';
import { chooseTheme, themes, useTheme } from './theme.js';

export function useSignOut(): () => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const leave = async () => {
    await signOut();
    await navigate({ to: '/sign-in', search: {} });
    queries.clear();
  };
  return () => void leave();
}

/** Who is signed in, and how they want the console to look. */
export function Account() {
  const texts = useTexts();
  const { user } = useIdentity();
  const onSignOut = useSignOut();
  return (
    <div className="account">
      <a href="/docs">{texts.nav.documentation}</a>
      <Preferences />
      <p className="who">
        <span>
          {user.firstName} {user.lastName}
        </span>
        <Button className="quiet" onPress={onSignOut}>
          {texts.signOut}
        </Button>
      </p>
    </div>
  );
}

export function Preferences() {
  const texts = useTexts();
  const language = useLanguage();
  const theme = useTheme();
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  return (
    <p className="preferences">
      <Button className="quiet" onPress={() => chooseTheme(next)}>
        {texts.theme.label}: {texts.theme[theme]}
      </Button>
      <Button className="quiet" onPress={() => choose(language === 'en' ? 'de' : 'en')}>
        <span lang={language === 'en' ? 'de' : 'en'}>{texts.switchLanguage}</span>
      </Button>
    </p>
  );
}
