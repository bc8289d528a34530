/** A rule of a form: a function that says what is wrong with a value, if anything is. */
interface Rule {
  readonly validator?: (value: unknown, complain: (message?: string) => void) => unknown
}

/** What is wrong with each field. */
type Complaints = Readonly<Record<string, { readonly value: unknown; readonly message: string }>>

/**
 * In place of the library of rules behind Arco's forms: those of the suite are functions made from the contract's
 * schemas (`rulesFor` in ui-kit), so that of the library only the calling of such a function is needed.
 */
export class Schema {
  private readonly rules: readonly (readonly [field: string, rule: Rule])[]

  constructor(rules: Readonly<Record<string, readonly Rule[]>>) {
    this.rules = Object.entries(rules).flatMap(([field, list]) => list.map((rule) => [field, rule] as const))
  }

  /**
   * Judges values by their fields' rules.
   * @param done told what is wrong, the first thing about each field; null where nothing is
   * @throws when a rule is no function
   */
  async validate(values: Readonly<Record<string, unknown>>, done: (complaints: Complaints | null) => void) {
    const found: Record<string, Complaints[string]> = {}
    for (const [field, { validator }] of this.rules) {
      if (!validator) throw new Error(`A rule of ${field} is no validator`)
      // As the library has it for forms: what is left empty is not there.
      const value = values[field] === '' ? undefined : values[field]
      await validator(value, (message) => {
        if (message) found[field] ??= { value, message }
      })
    }
    done(Object.keys(found).length > 0 ? found : null)
  }
}

/** Arco's English texts take the library's over; rules bring their own. */
export const DefaultValidateMessage = {}
