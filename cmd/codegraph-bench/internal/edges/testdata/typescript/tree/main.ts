import { Square, half as halve, parse, type Sizer } from "./shape";

const é = parse("4"), square = new Square(halve(é));

export function total(sizers: Sizer[], add: (n: number) => number): number {
  sizers.forEach((s) => add(s.size()));
  return square.size();
}
