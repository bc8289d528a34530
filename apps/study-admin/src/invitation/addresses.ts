/** Separators of addresses. Chinese input methods and spreadsheets use other characters than commas. */
const between = /[,，;；、\t\r\n]+/

/** Returns the distinct e-mail addresses in a text, in order. The contract validates them. */
export const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(between)
      .map((address) => address.trim())
      .filter((address) => address !== ''),
  ),
]
