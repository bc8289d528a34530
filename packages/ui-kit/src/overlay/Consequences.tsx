interface ConsequencesProps {
  /** One sentence for each consequence; false if it does not apply. */
  readonly of: readonly (string | false)[]
}

/** Lists the consequences of an action that the user is about to confirm. */
export const Consequences = ({ of }: ConsequencesProps) => (
  <ul className="consequences">
    {of
      .filter((sentence) => sentence !== false)
      .map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
  </ul>
)
