"""Reads indexes of the format SCIP, which is protocol buffers."""


def fields(data):
    """Yields number and value of the fields of a protobuf message."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(data):
        key = varint()
        if key & 7 == 0:
            yield key >> 3, varint()
        elif key & 7 == 2:
            size = varint()
            yield key >> 3, data[at : at + size]
            at += size
        else:
            raise ValueError(f"field {key >> 3} has wire type {key & 7}, which SCIP does not use")


def packed(data):
    value = shift = 0
    for byte in data:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield value
            value = shift = 0


def documents(index):
    """Yields (path, [(line, character, symbol, is definition)]), both from 0."""
    for number, value in fields(index):
        if number != 2:
            continue
        path, occurrences = "", []
        for number, value in fields(value):
            if number == 1:
                path = value.decode()
            elif number == 2:
                where, symbol, roles = [0, 0], "", 0
                for number, value in fields(value):
                    if number == 1:
                        where = list(packed(value))
                    elif number == 2:
                        symbol = value.decode()
                    elif number == 3:
                        roles = value
                occurrences.append((where[0], where[1], symbol, roles & 1))
        yield path, occurrences
