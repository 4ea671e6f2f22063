/** Who may use a tab again: an owner, while nothing was shown in it, or one session of that owner, which goes on in it. */
export interface Holder {
  readonly owner: string;
  readonly session: string | undefined;
}

/** A holder, as tabs are told apart. */
export interface Whose {
  readonly owner: string;
  readonly key: string;
  /** Which patience and which experience count. */
  readonly kind: 'single' | 'session';
}

export const whoseOf = ({ owner, session }: Holder): Whose => ({
  owner,
  key: JSON.stringify([owner, session ?? null]),
  kind: session === undefined ? 'single' : 'session',
});

/** The same owner's without a session. */
export const ownersOf = ({ owner }: Pick<Holder, 'owner'>): Whose => whoseOf({ owner, session: undefined });
