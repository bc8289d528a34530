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

/** The names of the indexes that a plan uses. */
export const indexesOf = (plan: Plan): string[] => [
  ...(plan['Index Name'] === undefined ? [] : [plan['Index Name']]),
  ...(plan.Plans ?? []).flatMap(indexesOf),
]
