export function Mark({ size }: { size: number }) {
  return <img src="/mark.svg" width={size} height={size} alt="" />;
}
