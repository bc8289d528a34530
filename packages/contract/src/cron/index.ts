// Only this entry loads Croner. The rule alone, `cronExpression`, is in the contract's main entry.
export * from './expression.ts'
export * from './fields.ts'
export { cronProblem } from './problem.ts'
export { cronExpression } from './rule.ts'
export { nextRuns } from './runs.ts'
