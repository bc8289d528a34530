export { OutcomeMark } from './OutcomeMark.tsx'
export { OutcomePage } from './OutcomePage.tsx'
