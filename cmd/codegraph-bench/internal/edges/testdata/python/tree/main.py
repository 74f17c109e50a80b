import json

import shape
from shape import Base, half as halve


@shape.traced
def total(é: list[Base], add) -> float:
    square = shape.Square(3)
    print(é[0].size(), square.size(), add(1))
    return halve(square.side) + len(json.dumps({}))
