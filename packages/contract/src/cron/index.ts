// Croner lies behind this entry, and nowhere else: what needs the rule alone finds `cronExpression` in the contract.
export * from './expression.ts'
export * from './fields.ts'
export { cronProblem } from './problem.ts'
export { cronExpression } from './rule.ts'
export { nextRuns } from './runs.ts'
