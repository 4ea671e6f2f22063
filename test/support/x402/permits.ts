import { randomBytes } from 'node:crypto';
import type { Address, Hex, LocalAccount } from 'viem';
import { usdc } from './chain.ts';

/** Permits made by hand, so that each field can be wrong. */

export const payTo: Address = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C';

export interface Authorization {
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly validAfter: string;
  readonly validBefore: string;
  readonly nonce: string;
}

interface Signed {
  readonly signature: string;
  readonly authorization: Authorization;
}

const now = () => Math.floor(Date.now() / 1000);

export const authorize = (from: string, changes: Partial<Authorization> = {}): Authorization => ({
  from,
  to: payTo,
  value: '5000',
  validAfter: String(now() - 60),
  validBefore: String(now() + 300),
  nonce: `0x${randomBytes(32).toString('hex')}`,
  ...changes,
});

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

const standardDomain = { name: 'USDC', version: '2', chainId: 84_532, verifyingContract: usdc };

/** Signs what the authorization says, however odd it is. */
export const sign = async (
  account: LocalAccount,
  authorization: Authorization,
  domain: Partial<typeof standardDomain> = {},
): Promise<Signed> => ({
  authorization,
  signature: await account.signTypedData({
    domain: { ...standardDomain, ...domain },
    types,
    primaryType: 'TransferWithAuthorization',
    message: {
      from: authorization.from as Address,
      to: authorization.to as Address,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
      nonce: authorization.nonce as Hex,
    },
  }),
});

export const envelope1 = (payload: Signed, changes: object = {}) => ({
  x402Version: 1,
  scheme: 'exact',
  network: 'base-sepolia',
  payload,
  ...changes,
});

export const envelope2 = (payload: Signed, accepted: object = {}) => ({
  x402Version: 2,
  resource: { url: 'http://service/v1/scrape' },
  accepted: {
    scheme: 'exact',
    network: 'eip155:84532',
    amount: '5000',
    asset: usdc,
    payTo,
    maxTimeoutSeconds: 300,
    extra: { name: 'USDC', version: '2' },
    ...accepted,
  },
  payload,
});

export const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

export const decode = (header: string | null) =>
  header === null ? undefined : JSON.parse(Buffer.from(header, 'base64').toString());

/** s → n − s and v the other way: the same message by the same key, which careless checks accept. */
export const malleated = (signature: string): string => {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const s = order - BigInt(`0x${signature.slice(66, 130)}`);
  const v = signature.endsWith('1b') ? '1c' : '1b';
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}`;
};

/** In capitals: the same bytes. */
export const upper = ({ signature, authorization }: Signed): Signed => {
  const shout = (hex: string) => `0x${hex.slice(2).toUpperCase()}`;
  const { from, to, nonce } = authorization;
  return {
    signature: shout(signature),
    authorization: { ...authorization, from: shout(from), to: shout(to), nonce: shout(nonce) },
  };
};
