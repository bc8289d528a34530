export { prepareInspectionFile } from './inspection-file.ts'
export type { Inspected } from './source.ts'
