export { type SetAddressState, useAddressState } from './use-address-state.ts'
export type { AddressState } from './values.ts'
