interface Place {
  name: string
  /** Degrees, WGS 84. */
  lat: number
  lng: number
}

/** The way to a place, as an address that opens the map program of the device, or else a map in the browser. */
export function directionsTo({ name, lat, lng }: Place, device = navigator.userAgent): string {
  const point = `${lat},${lng}`
  if (/Android/.test(device)) return `geo:${point}?q=${point}(${encodeURIComponent(name)})`
  if (/iPhone|iPad|Macintosh/.test(device)) return `https://maps.apple.com/?daddr=${point}`
  return `https://www.openstreetmap.org/directions?to=${encodeURIComponent(point)}`
}
