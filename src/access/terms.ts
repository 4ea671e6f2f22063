import { type Config, SettingError } from '../config.ts';
import type { PricingRecord } from '../contract/access.ts';
import type { Envelope } from '../contract/error.ts';
import { networks } from '../contract/networks.ts';

/** What is asked for a request, and how it is said in both versions of x402. */
export interface Terms {
  readonly priceUsd: string;
  /** The price in the token's smallest unit. */
  readonly amount: string;
  /** The chain's name in version 1. */
  readonly network: string;
  readonly chainId: number;
  /** The chain's name in version 2. */
  readonly caip2: string;
  readonly asset: string;
  readonly decimals: number;
  /** `name` and `version` of the token's EIP-712 domain. */
  readonly extra: { readonly name: string; readonly version: string };
  readonly payTo: string;
  readonly facilitator: string;
}

/** How long a permit is to be valid: longer than the longest paid request and its settlement. */
const maxTimeoutSeconds = 300;

type Settings = Pick<Config, 'x402PayTo' | 'x402Facilitator' | 'x402Network' | 'x402Token' | 'x402PriceUsd'>;

/** @returns undefined where payments are off. @throws SettingError when half of them is set. */
export const createTerms = (settings: Settings): Terms | undefined => {
  const {
    x402PayTo: payTo,
    x402Facilitator: facilitator,
    x402Network: network,
    x402PriceUsd: priceUsd,
  } = settings;
  if (payTo === undefined && facilitator === undefined) return undefined;
  if (payTo === undefined || facilitator === undefined)
    throw new SettingError(
      'GANNET_X402_PAY_TO and GANNET_X402_FACILITATOR belong together: set both or none',
    );
  const { chainId } = networks[network];
  const { asset, decimals, extra } = tokenOf(settings);
  return {
    priceUsd,
    amount: atomic(priceUsd, decimals),
    network,
    chainId,
    caip2: `eip155:${chainId}`,
    asset,
    decimals,
    extra,
    payTo,
    facilitator,
  };
};

const tokenOf = ({
  x402Network,
  x402Token: token,
}: Settings): Pick<Terms, 'asset' | 'decimals' | 'extra'> => {
  const { usdc, tokenName } = networks[x402Network];
  const own = { asset: usdc, decimals: 6, extra: { name: tokenName, version: '2' } };
  if (token === undefined) return own;
  const { address: asset, decimals, name, version } = token;
  if (name !== undefined && version !== undefined) return { asset, decimals, extra: { name, version } };
  if (asset.toLowerCase() === usdc.toLowerCase()) return own;
  throw new SettingError(
    `GANNET_X402_TOKEN is not the USDC of ${x402Network}: write address:name:version, as in the token's EIP-712 domain`,
  );
};

/** `0.005` of a token with 6 decimals → `5000`. By text, since binary fractions are not exact. */
const atomic = (price: string, decimals: number): string => {
  const [whole = '', fraction = ''] = price.split('.');
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > decimals)
    throw new SettingError(`GANNET_X402_PRICE_USD has more than the ${decimals} decimals of the token`);
  return BigInt(whole + digits.padEnd(decimals, '0')).toString();
};

/** GET /v1/pricing. */
export const pricingOf = (terms: Terms | undefined, priceUsd: string): PricingRecord => ({
  x402_enabled: terms !== undefined,
  price_usd: priceUsd,
  token_address: terms?.asset ?? '',
  network: terms?.network ?? '',
  pay_to: terms?.payTo ?? '',
  facilitator: terms?.facilitator ?? '',
  payment_header: 'X-PAYMENT',
  ...(terms && {
    x402: {
      versions: [1, 2],
      scheme: 'exact',
      chain_id: terms.chainId,
      caip2: terms.caip2,
      amount: terms.amount,
      decimals: terms.decimals,
      token_name: terms.extra.name,
      token_version: terms.extra.version,
      max_timeout_seconds: maxTimeoutSeconds,
    },
  }),
});

const description = 'One page, scraped or extracted; charged only when it succeeds.';
const mimeType = 'application/json';

/** Requirements as version 1 has them. Without `outputSchema`: its clients refuse null. */
export const requirementsV1 = (terms: Terms, resource: string) => ({
  scheme: 'exact',
  network: terms.network,
  maxAmountRequired: terms.amount,
  asset: terms.asset,
  payTo: terms.payTo,
  resource,
  description,
  mimeType,
  maxTimeoutSeconds,
  extra: terms.extra,
});

/** Requirements as version 2 has them: the resource stands beside, never in them. */
export const requirementsV2 = ({ caip2, amount, asset, payTo, extra }: Terms) => ({
  scheme: 'exact',
  network: caip2,
  amount,
  asset,
  payTo,
  maxTimeoutSeconds,
  extra,
});

export const resourceV2 = (url: string) => ({ url, description, mimeType });

/** What version 2 puts into a header, and MCP into a tool's result. */
const paymentRequiredV2 = (terms: Terms, resource: string, error: string) => ({
  x402Version: 2,
  error,
  resource: resourceV2(resource),
  accepts: [requirementsV2(terms)],
});

/** The offers beside an error: clients of version 1 read the body, those of version 2 the header. */
export const offers = (terms: Terms, resource: string, error: string): Envelope => {
  const offer = paymentRequiredV2(terms, resource, error);
  return {
    headers: { 'payment-required': toBase64(offer) },
    body: { x402Version: 1, error, accepts: [requirementsV1(terms, resource)] },
    offer,
  };
};

export const toBase64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
