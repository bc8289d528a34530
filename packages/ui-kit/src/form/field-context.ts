import type { FieldLimits } from '@atrium/contract'
import { createContext, useContext } from 'react'

/** Context of a control within a field. */
interface FieldContext {
  /** Accessible name for a control that is not a native input. */
  readonly label?: string
  readonly limits: FieldLimits
  /** Runs the field's rules at once, before the user leaves the field. */
  readonly check?: () => void
}

export const FieldContext = createContext<FieldContext>({ limits: {} })

export const useField = (): FieldContext => useContext(FieldContext)

export const useFieldLabel = (): string | undefined => useField().label
