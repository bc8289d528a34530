/**
 * Headers with the reason for a change: free text, and the code of a reason from the list. Both are percent-encoded
 * UTF-8 (`encodeURIComponent`). A header leaves the fields of each call as they are and keeps the text out of URLs,
 * which logs contain.
 */
export const reasonHeader = 'change-reason'
export const reasonCodeHeader = 'change-reason-code'
