/** The only place where text becomes markup: for a parser that runs nothing, and for a frame without scripts. */

interface Policy {
  createHTML(text: string): string;
}

declare global {
  interface Window {
    readonly trustedTypes?: {
      createPolicy(name: string, rules: { createHTML(text: string): string }): Policy;
    };
  }
}

const rules = { createHTML: (text: string) => text };
const policy: Policy = window.trustedTypes?.createPolicy('snapshot', rules) ?? rules;

export const markup = (text: string): string => policy.createHTML(text);
