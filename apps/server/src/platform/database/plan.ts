/** A step of a plan as EXPLAIN tells it, as far as it is looked at here. */
export interface Plan {
  readonly 'Plan Rows': number
  readonly 'Parent Relationship'?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly Plan[]
}

/** What the planner would do for a query, without doing it. */
export async function planOf(query: {
  explain: (format: 'json') => Promise<Record<string, unknown>[]>
}): Promise<Plan> {
  const [row] = await query.explain('json')
  const [answer] = Object.values(row ?? {}).flat() as { Plan: Plan }[]
  if (!answer) throw new Error('PostgreSQL has explained nothing')
  return answer.Plan
}

/** The index that a partition's is a part of: it is called the same, with the partition's own end. */
const wholeOf = (index: string): string => index.replace(/_(?:first|other|\d{4}_\d{2})$/, '')

/** The names of the indexes that a plan uses. */
export const indexesOf = (plan: Plan): string[] => [
  ...(plan['Index Name'] === undefined ? [] : [wholeOf(plan['Index Name'])]),
  ...(plan.Plans ?? []).flatMap(indexesOf),
]
