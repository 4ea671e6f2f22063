/** Chains on which a permit can be taken, by the names of x402 version 1, each with its USDC. */
export interface Network {
  readonly chainId: number;
  /** Contract of USDC. */
  readonly usdc: string;
  /** `name` of its EIP-712 domain, which differs from chain to chain; its `version` is 2 and it has 6 decimals everywhere. */
  readonly tokenName: string;
}

/** Only where USDC is Circle's own: others may take a used authorization for paid without moving anything. */
export const networks = {
  base: {
    chainId: 8453,
    usdc: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    tokenName: 'USD Coin',
  },
  'base-sepolia': {
    chainId: 84_532,
    usdc: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    tokenName: 'USDC',
  },
  ethereum: {
    chainId: 1,
    usdc: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    tokenName: 'USD Coin',
  },
  polygon: {
    chainId: 137,
    usdc: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    tokenName: 'USD Coin',
  },
  avalanche: {
    chainId: 43_114,
    usdc: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
    tokenName: 'USD Coin',
  },
} as const satisfies Record<string, Network>;

export type NetworkName = keyof typeof networks;
export const networkNames = Object.keys(networks) as NetworkName[];
