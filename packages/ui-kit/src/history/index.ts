import './styles.ts'

export { EventDetails, type EventDetailsProps } from './EventDetails.tsx'
export { SearchedTo, type SearchedToProps } from './SearchedTo.tsx'
export { SignatureFacts } from './SignatureFacts.tsx'
export { useEventColumns } from './use-event-columns.tsx'
