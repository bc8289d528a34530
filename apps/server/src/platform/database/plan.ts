/** A node of a query plan, with the EXPLAIN fields that are used here. */
export interface Plan {
  readonly 'Plan Rows': number
  readonly 'Parent Relationship'?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly Plan[]
}

/** Returns the plan of a query without running it. */
export async function planOf(query: {
  explain: (format: 'json') => Promise<Record<string, unknown>[]>
}): Promise<Plan> {
  const [row] = await query.explain('json')
  const [explained] = Object.values(row ?? {}).flat() as { Plan: Plan }[]
  if (!explained) throw new Error('EXPLAIN returned no plan')
  return explained.Plan
}

/** Returns the name of the whole table's index for a partition's index, which ends with the partition's suffix. */
const wholeOf = (index: string): string => index.replace(/_(?:first|other|\d{4}_\d{2})$/, '')

/** Returns the names of the indexes that a plan uses. */
export const indexesOf = (plan: Plan): string[] => [
  ...(plan['Index Name'] === undefined ? [] : [wholeOf(plan['Index Name'])]),
  ...(plan.Plans ?? []).flatMap(indexesOf),
]
