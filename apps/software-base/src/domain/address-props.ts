/** Props of inputs for URLs. */
export const addressProps = { inputMode: 'url', placeholder: 'https://' } as const
