/** Why the server refused the form, near it and read out at once. The place stays in the page, so that it is heard. */
export function Refused({ message }: { readonly message: string }) {
  return (
    <div role="alert" className="refused-place">
      {message && <p className="refused">{message}</p>}
    </div>
  )
}
