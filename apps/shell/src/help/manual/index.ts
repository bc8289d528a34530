export { type Heading, headingsOf } from './headings.ts'
export { ManualText } from './ManualText.tsx'
