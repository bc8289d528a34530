interface Place {
  readonly countryName: string
  readonly provinceName: string
  readonly cityName: string
}

/** Country, province and city joined with dashes; what is not said is left out. */
export const placeName = ({ countryName, provinceName, cityName }: Place): string =>
  [countryName, provinceName, cityName].filter(Boolean).join(' - ')
