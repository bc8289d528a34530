/** Chinese input methods and spreadsheets separate addresses with other characters than commas. */
const between = /[,，;；、\t\r\n]+/

/** Returns the e-mail addresses in a text, each once, in order. The contract validates them. */
export const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(between)
      .map((address) => address.trim())
      .filter((address) => address !== ''),
  ),
]
