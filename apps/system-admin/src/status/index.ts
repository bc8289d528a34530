export { StatusOf } from './StatusOf.tsx'
export { useStatusChoices } from './useStatusChoices.ts'
