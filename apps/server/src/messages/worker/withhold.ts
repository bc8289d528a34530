/** The longest answer that is kept. Characters. */
const longest = 500

/** An answer as it may be kept: a server may repeat what it was sent, so the secret is taken out of it. */
export function withhold(answer: string, secret: string | undefined): string {
  const open = secret === undefined ? answer : answer.replaceAll(secret, '***')
  // PostgreSQL's text cannot hold a NUL, and nobody wants to read the others.
  return open
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longest)
}
