import type { FieldLimits } from '@atrium/contract'
import { createContext, useContext } from 'react'

/** Context of a control within a field. */
interface FieldContext {
  /** The accessible name, for a control that is no native input. */
  readonly label?: string
  readonly limits: FieldLimits
  /** Has the field's rules say at once what they have against its value, before it is left. */
  readonly check?: () => void
}

export const FieldContext = createContext<FieldContext>({ limits: {} })

export const useField = (): FieldContext => useContext(FieldContext)

export const useFieldLabel = (): string | undefined => useField().label
