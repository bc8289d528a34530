import { createContext, useContext } from 'react'

/** The label of the field round a control: a control that is no native input needs it as its accessible name. */
export const FieldLabel = createContext<string | undefined>(undefined)

export const useFieldLabel = (): string | undefined => useContext(FieldLabel)
