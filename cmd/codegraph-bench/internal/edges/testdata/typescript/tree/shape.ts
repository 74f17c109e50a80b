export interface Sizer {
  size(): number;
}

export class Square implements Sizer {
  constructor(private side: number) {}
  size(): number {
    return this.side * this.side;
  }
}

export function parse(text: string): number;
export function parse(text: number): number;
export function parse(text: any): number {
  return Number(text);
}

export const half = (n: number) => n / 2;
