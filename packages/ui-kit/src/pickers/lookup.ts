import { type Call, containsFolded, type InputOf, type ResponseOf } from '@atrium/contract'
import { useMemo, useState } from 'react'
import { useCall } from '../base/query.ts'
import { useDebouncedValue } from '../base/use-debounced-value.ts'
import type { Choice } from './LookupSelect.tsx'

/** Maximum number of choices that a select offers at once. The server searches all choices for typed text. */
export const offeredAtOnce = 50

/** Choices of a select, and whether typing a keyword could find more. */
export interface FoundChoices {
  readonly choices: readonly Choice[]
  readonly hasMore: boolean
}

/** Source of a select's choices: a call that can search by keyword and find one choice by its value. */
export interface LookupSource<C extends Call> {
  readonly call: C
  /** Returns the input that finds the first choices for a keyword; '' finds all. */
  readonly page: (keyWord: string) => InputOf<C>
  /** Returns the input that finds one choice. */
  readonly one: (value: string) => InputOf<C>
  /** Converts a response to choices. Must stay the same function between renders. */
  readonly choicesOf: (response: ResponseOf<C>) => FoundChoices
  /** Time for which a response is reused, in milliseconds. */
  readonly staleTime: number
}

const noChoices: readonly Choice[] = []

function useChoices<C extends Call>(
  { call, choicesOf, staleTime }: LookupSource<C>,
  input: InputOf<C>,
  enabled: boolean,
) {
  const { data, ...state } = useCall(call, input, { staleTime, enabled, keepPrevious: true })
  const found = useMemo(() => (data === undefined ? undefined : choicesOf(data)), [data, choicesOf])
  return { ...state, found }
}

/**
 * Returns the name of a choice, taken from the first choices or loaded separately.
 * @param value value of the choice; '' for none
 * @returns the name, undefined until it is known, and whether the choice does not exist
 */
export function useLookupName<C extends Call>(
  source: LookupSource<C>,
  value: string,
): { readonly name?: string; readonly isUnknown: boolean } {
  const isValue = (choice: Choice) => choice.value === value
  const { found } = useChoices(source, source.page(''), value !== '')
  const listed = found?.choices.find(isValue)
  const isFurther = value !== '' && found?.hasMore === true && !listed
  const { call, staleTime } = source
  // Keeps the name while it is loaded in another language.
  const one = useCall(call, source.one(value), { staleTime, enabled: isFurther, keepPrevious: true })
  const asked = isFurther && one.data !== undefined ? source.choicesOf(one.data).choices : noChoices
  const { label } = listed ?? asked.find(isValue) ?? {}
  if (label !== undefined) return { name: label, isUnknown: false }
  const isAnswered = found !== undefined && !(isFurther && (one.isPending || one.isPlaceholderData))
  return { isUnknown: value !== '' && isAnswered }
}

/**
 * Returns the choices of a searchable select: the first ones, and the server's matches for a keyword. If the first
 * choices are all there are, they are searched in the browser.
 * @param value value of the chosen item, which may be in `before`; '' for none
 * @param before choices listed before those of the source
 * @returns the props of `LookupSelect`
 */
export function useLookupSearch<C extends Call>(
  source: LookupSource<C>,
  value: string,
  before: readonly Choice[] = noChoices,
) {
  const [keyWord, settle] = useState('')
  const [typed, type] = useDebouncedValue(keyWord, settle)
  const first = useChoices(source, source.page(''), true)
  const isSearched = keyWord.trim() !== '' && first.found?.hasMore === true
  const { found, isError, isPlaceholderData } = useChoices(
    source,
    source.page(isSearched ? keyWord.trim() : ''),
    true,
  )
  const chosenBefore = before.find((choice) => choice.value === value)
  const { name, isUnknown } = useLookupName(source, chosenBefore ? '' : value)
  const isBehind = first.found?.hasMore === true && (typed !== keyWord || isPlaceholderData)
  const isComplete = isSearched && !isBehind
  const choices = useMemo(() => {
    const isMatch = ({ label }: Choice) => containsFolded(label, typed)
    // While the response belongs to another keyword, filter it, so that Enter cannot choose an item that the user did
    // not mean.
    return (
      found && [...before.filter(isMatch), ...(isComplete ? found.choices : found.choices.filter(isMatch))]
    )
  }, [found, before, typed, isComplete])
  return {
    choices,
    failed: isError,
    search: {
      onType: type,
      chosen: chosenBefore?.label ?? name,
      isUnknown,
      isSearching: isBehind,
      hasMore: found?.hasMore ?? false,
    },
  }
}
