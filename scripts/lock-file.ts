/** What package-lock.json says of one package, as far as it matters here. */
interface LockedPackage {
  readonly resolved?: string;
  /** A workspace of our own. */
  readonly link?: boolean;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** Licences of what is shipped with the service: permissive ones that Apache-2.0 can be combined with. */
const allowedLicences = new Set([
  '0BSD',
  // Of two clauses or three, without saying which: all that it asks for, the others do, too.
  'BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Zlib',
]);

/** @returns one sentence for each thing that is wrong */
export const lockFileProblems = ({ packages }: LockFile): string[] =>
  Object.entries(packages)
    .filter(([path, { link = false }]) => path !== '' && !link)
    .flatMap(([path, locked]) => [
      ...addressProblems(path, locked),
      ...platformProblems(path, locked, packages),
      ...(locked.dev === true ? [] : runtimeProblems(path, locked)),
    ]);

/** An address would tie the install to one registry. */
const addressProblems = (path: string, { resolved }: LockedPackage) =>
  resolved !== undefined && /^\w+:/.test(resolved) ? [`${path} names the address it came from`] : [];

/** `npm ci` refuses a lock file that lacks the packages of other platforms, on every platform. */
const platformProblems = (
  path: string,
  { optionalDependencies = {} }: LockedPackage,
  packages: LockFile['packages'],
) =>
  Object.keys(optionalDependencies)
    .filter((name) => !isLocked(path, name, packages))
    .map((name) => `${path} wants ${name}, which is not in the lock file`);

/** A package is found in the node_modules of its dependant or of any folder above, as Node.js does. */
const isLocked = (path: string, name: string, packages: LockFile['packages']): boolean => {
  if (packages[`${path}/node_modules/${name}`] !== undefined) return true;
  const above = path.lastIndexOf('/node_modules/');
  return above === -1
    ? packages[`node_modules/${name}`] !== undefined
    : isLocked(path.slice(0, above), name, packages);
};

const runtimeProblems = (path: string, { license, optional, hasInstallScript }: LockedPackage) => [
  ...(hasInstallScript === true && optional !== true ? [`${path} needs an install script, none is run`] : []),
  ...(isAllowed(license ?? '') ? [] : [`${path} has the licence ${license ?? '(none)'}`]),
];

/** Reads `A`, `A OR B` and `A AND B`: one alternative must be allowed in all its parts. */
const isAllowed = (licence: string) =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((part) => allowedLicences.has(part)));
