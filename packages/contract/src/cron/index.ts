// Only this entry point loads Croner. The validation rule `cronExpression` alone is in the contract's main entry
// point.
export * from './expression.ts'
export * from './fields.ts'
export { cronProblem } from './problem.ts'
export { cronExpression } from './rule.ts'
export { nextRuns } from './runs.ts'
