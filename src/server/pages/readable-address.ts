/**
 * A page's address that cannot be decoded, such as `/%E0%A4%A`, taken literally: then it leads to
 * the page that does not exist. The API keeps refusing such addresses itself.
 */
export function decodableUrl(url: string): string {
  const [path = ''] = url.split('?', 1)
  if (!path.includes('%') || /^\/api\//i.test(path) || isReadable(path)) return url
  return path.replaceAll('%', '%25') + url.slice(path.length)
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
