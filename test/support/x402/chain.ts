import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import {
  type Abi,
  type Account,
  type Address,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
  publicActions,
  walletActions,
} from 'viem';
import { mnemonicToAccount, nonceManager } from 'viem/accounts';
import { baseSepolia } from 'viem/chains';
import contracts from './contracts.json' with { type: 'json' };

/**
 * A chain of our own: anvil, with a token of ours (contracts.sol) in the place of USDC on Base Sepolia, where x402 clients
 * look for it. Nobody leaves the machine.
 */

export const usdc: Address = '0x036CbD53842c5426634e7929541eC2318f3dCF7e';
/** Facilitators ask it several questions at once, the balance among them. */
const multicall: Address = '0xcA11bde05977b3631167028862bE2a173976CA11';
const multicallAbi = parseAbi([
  'struct Call { address target; bytes callData; }',
  'function tryAggregate(bool requireSuccess, Call[] calls) payable',
]);

/** anvil's own accounts, which have the chain's coin: 0 mints, 1 is the facilitator's, the others are free. */
export const account = (addressIndex: number) =>
  mnemonicToAccount('test test test test test test test test test test test junk', {
    addressIndex,
    nonceManager,
  });

/** Runs it until the shell's input ends, which it does even when the tests are killed: nothing outlives them. */
const script = '"$@" & read -r _; kill -KILL $!; wait';

export const startChain = async () => {
  const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64';
  const manifest = createRequire(import.meta.url).resolve(
    `@foundry-rs/anvil-${process.platform}-${architecture}/package.json`,
  );
  // With a block for each transaction and none besides, a client may miss the only one and wait for minutes.
  const rhythm = ['--mixed-mining', '--block-time', '1'];
  const binary = manifest.replace('package.json', 'bin/anvil');
  const anvil = spawn(
    'sh',
    [
      '-c',
      script,
      'sh',
      binary,
      '--host',
      '127.0.0.1',
      '--port',
      '0',
      '--chain-id',
      String(baseSepolia.id),
      ...rhythm,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const url = await new Promise<string>((resolve, reject) => {
    anvil.once('error', reject);
    createInterface({ input: anvil.stdout })
      .on('line', (line) => {
        const [, address] = /Listening on (\S+)/.exec(line) ?? [];
        if (address !== undefined) resolve(`http://${address}`);
      })
      .once('close', () => reject(new Error('anvil has ended')));
  });

  const chain = { ...baseSepolia, rpcUrls: { default: { http: [url] } } };
  const client = createTestClient({ chain, mode: 'anvil', transport: http(url), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions);
  await client.setCode({ address: usdc, bytecode: contracts.MockUSDC.deployedBytecode as Hex });
  await client.setCode({ address: multicall, bytecode: contracts.MiniMulticall3.deployedBytecode as Hex });
  const token = { address: usdc, abi: contracts.MockUSDC.abi as Abi };
  const minter = account(0);
  const mined = async (hash: Hex) => client.waitForTransactionReceipt({ hash });
  const write = async (by: Account, functionName: string, args: readonly unknown[]) =>
    mined(await client.writeContract({ ...token, account: by, functionName, args }));

  return {
    url,
    chain,
    client,
    /** Sends a transaction to the token and waits for it. */
    write,
    /** The same with several calls in one transaction. */
    writeTogether: async (by: Account, functionName: string, calls: readonly (readonly unknown[])[]) => {
      const toToken = (args: readonly unknown[]) => ({
        target: usdc,
        callData: encodeFunctionData({ abi: token.abi, functionName, args }),
      });
      return mined(
        await client.writeContract({
          address: multicall,
          abi: multicallAbi,
          account: by,
          functionName: 'tryAggregate',
          args: [true, calls.map(toToken)],
        }),
      );
    },
    wallet: (index: number) =>
      createWalletClient({
        account: account(index),
        chain,
        transport: http(url),
        pollingInterval: 20,
      }).extend(publicActions),
    mint: (to: Address, amount: bigint) => write(minter, 'mint', [to, amount]),
    balance: async (owner: Address) =>
      Number(await client.readContract({ ...token, functionName: 'balanceOf', args: [owner] })),
    /** A contract's wallet whose signatures its owner makes (ERC-1271). */
    deployWallet: async (owner: Address): Promise<Address> => {
      const { abi, bytecode } = contracts.Wallet1271;
      const hash = await client.deployContract({
        account: minter,
        abi: abi as Abi,
        bytecode: bytecode as Hex,
        args: [owner],
      });
      const { contractAddress } = await mined(hash);
      if (!contractAddress) throw new Error('no wallet was made');
      return contractAddress;
    },
    [Symbol.asyncDispose]: async () => {
      anvil.stdin.end();
      await once(anvil, 'exit');
    },
  };
};

export type Chain = Awaited<ReturnType<typeof startChain>>;
