/** As much of an answer as is worth keeping. Bytes. */
const enough = 2048

/** The beginning of an answer's body; the rest is not fetched. */
export async function readAnswer({ body }: Response): Promise<string> {
  if (!body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    // Leaving the loop cancels the stream.
    if (size >= enough) break
  }
  return Buffer.concat(chunks).subarray(0, enough).toString('utf8')
}
