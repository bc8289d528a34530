interface ConsequencesProps {
  /** A sentence each; what does not apply is false. */
  readonly of: readonly (string | false)[]
}

/** Consequences of what the user is about to confirm. */
export const Consequences = ({ of }: ConsequencesProps) => (
  <ul className="consequences">
    {of
      .filter((sentence) => sentence !== false)
      .map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
  </ul>
)
