/** First line of a cell, and others below it. */
export const Lines = ({ first, others }: { readonly first: string; readonly others: readonly string[] }) => (
  <div className="privacy-lines">
    <span>{first || '–'}</span>
    {others.filter(Boolean).map((line) => (
      <span key={line}>{line}</span>
    ))}
  </div>
)
