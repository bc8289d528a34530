import type { Draft } from './draft.ts'

/** The steps that the address can name, in their order; the fourth, signing in, is a page of its own. */
export const steps = ['name', 'code', 'password'] as const
export type Step = (typeof steps)[number]

const startable: Readonly<Record<Step, (draft: Draft) => boolean>> = {
  name: () => true,
  code: ({ phone }) => phone !== '',
  password: ({ phone, authCode }) => phone !== '' && authCode !== '',
}

/** The step that an address asks for; the first one where what comes before it is missing. */
export function stepAt(query: URLSearchParams, draft: Draft): Step {
  const asked = steps.find((step) => step === query.get('step')) ?? 'name'
  return startable[asked](draft) ? asked : 'name'
}

/** The query of a step's address. */
export const queryOf = (step: Step): string => (step === 'name' ? '' : `?step=${step}`)
