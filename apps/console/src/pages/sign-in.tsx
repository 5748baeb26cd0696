import { useMutation } from '@tanstack/react-query';
import { createRoute, useRouter } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { type Credentials, signIn } from '../api/session.js';
import { Preferences } from '../shell/account.js';
import { rootRoute } from '../shell/root.js';
import { useTexts } from '../texts/texts.js';
import { Failure } from '../ui/notice.js';
import { Page } from '../ui/page.js';

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  /** `to`: the page of the console that asked for it. */
  validateSearch: ({ to }: Record<string, unknown>): { readonly to?: string } =>
    typeof to === 'string' && /^\/(?!\/)/.test(to) ? { to } : {},
  component: SignIn,
});

function SignIn() {
  const { signIn: texts } = useTexts();
  const router = useRouter();
  const { to = '/' } = signInRoute.useSearch();
  const { mutate, isPending, error } = useMutation({
    mutationFn: signIn,
    onSuccess: () => router.navigate({ href: to, replace: true }),
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate(Object.fromEntries(new FormData(event.currentTarget)) as unknown as Credentials);
  };
  return (
    <main id="content" className="alone">
      <Page title={texts.title}>
        <form onSubmit={onSubmit} className="sign-in">
          {error && <Failure error={error} />}
          <TextField name="email" type="email" autoComplete="username" isRequired autoFocus>
            <Label>{texts.email}</Label>
            <Input />
          </TextField>
          <TextField name="password" type="password" autoComplete="current-password" isRequired>
            <Label>{texts.password}</Label>
            <Input />
          </TextField>
          <Button type="submit" className="button primary" isDisabled={isPending}>
            {isPending ? texts.busy : texts.submit}
          </Button>
        </form>
        <p className="minor">{texts.sandbox}</p>
        <Preferences />
      </Page>
    </main>
  );
}
