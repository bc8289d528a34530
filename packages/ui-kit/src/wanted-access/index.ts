import './wanted-access.css'

export { AccessRequestState } from './AccessRequestState.tsx'
export { WantedFields } from './WantedFields.tsx'
export { WantedText } from './WantedText.tsx'
